"""Files of sentences, English and translated: reading them, plurals and numbers in words."""
