"""Agents judged by their decisions: what each choice costs by values that are known, with intervals.

- `case`, `cases`: the decisions, from a set or from played games
- `answers`, `asked`: what agents chose: those that compute, and those that answer in words
- `disguised`: questions and replies under other names
- `plan`: what asking models will take
- `figures`, `again`: mean regret, scores, gaps and intervals; the same by second values
- `judgement`: whether a set asks for judgement
- `asked_rows`: what asking them took, in rows
- `report`: the result in rows, as data and as a page
"""
