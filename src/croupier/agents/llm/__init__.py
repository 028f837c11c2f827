"""Language models as agents, behind any OpenAI-compatible endpoint.

- `agent`: the agent ``llm``: a question as a chat, the reply as it came
- `completion`: what an endpoint sends, whole or as a stream
- `forms`: answers as words, JSON, tools or letters
- `notes`: what a model writes down for its later decisions
- `endpoint`: requests, with pauses and attempts where one fails
- `settings`: model, address, sampling, limits and prices, and where they come from
"""
