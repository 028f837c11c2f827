"""What every part of croupier stands on: types, errors, files, random numbers, the kernel decorator."""
