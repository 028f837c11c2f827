"""Language models as agents, behind any OpenAI-compatible endpoint.

- `agent`: the agent ``llm``: a question as a chat, the reply in words, JSON, tools or letters
- `completion`: requests, with pauses and attempts where one fails; answers whole or as a stream
- `notes`: what a model writes down for its later decisions
- `settings`: model, address, sampling, limits and prices, and where they come from
"""
