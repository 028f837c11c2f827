#!/bin/sh
# A player in a shell script: it answers each line of JSON with the first legal action.
while read -r line; do
  case $line in
    *'"over":{'*) exit 0 ;;
  esac
  legal=${line##*'"legal":["'}
  echo "${legal%%'"'*}"
done
