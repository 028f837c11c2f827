"""Language models as agents, behind any OpenAI-compatible endpoint.

- `agent`: the agent ``llm``: a question as a chat, the reply as it came
- `endpoint`: requests, with pauses and attempts where one fails
- `settings`: model, address, sampling, limits and prices, and where they come from
"""
