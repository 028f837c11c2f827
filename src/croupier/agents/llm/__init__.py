"""Language models as agents, behind any OpenAI-compatible endpoint.

- `agent`: the agent ``llm``: a question as a chat, the reply in words, JSON, tools or letters
- `completion`: requests, with pauses and retries; answers whole or streamed
- `notes`: a model's notes for its later decisions
- `settings`: model, address, sampling, limits and prices, and their sources
"""
