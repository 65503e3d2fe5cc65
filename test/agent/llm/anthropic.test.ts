import { anthropic } from '../../../agent/llm/anthropic.ts'
import { describeProvider } from '../../contracts/provider.ts'
import { beginning, event, failure, startAnthropicServer } from '../../support/anthropic-server.ts'

const text = { index: 0, content_block: { type: 'text', text: '' } }

describeProvider('anthropic over HTTP', {
  async start(script, apiKey) {
    const server = await startAnthropicServer(script)
    const wire = anthropic({ model: 'm', baseURL: server.baseURL, idleMs: 400, apiKey })
    return { wire, close: server.close }
  },
  protocol: {
    keyVariable: 'ANTHROPIC_API_KEY',
    refused: failure,
    tooLong: failure(400, 'prompt is too long: 210000 tokens > 200000 maximum'),
    noCredit: failure(400, 'Your credit balance is too low to access the Anthropic API.'),
    begun: [
      ...beginning(),
      event('content_block_start', text),
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'par' } }),
    ],
    torn: 'event: content_block_delta\ndata: {"type":"content_bl\n\n',
    odd: event('content_block_delta', { index: 0, delta: 7 }),
  },
})
