"""Language models as agents: any OpenAI-compatible endpoint takes a seat as ``llm:MODEL``."""
