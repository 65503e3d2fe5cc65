// A real web site on loopback: pages by path, with every fault a site can have, and what was asked of it.
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page: HTML, or what is answered in full. */
export type Page =
  | string
  | {
      readonly status?: number
      readonly headers?: OutgoingHttpHeaders
      readonly body?: string | Uint8Array
    }
  | ((request: IncomingMessage, response: ServerResponse) => void)

export interface WebSite {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  readonly host: string
  /** Paths with queries, as they were asked for. */
  readonly asked: readonly string[]
  /** The headers of the last request. */
  readonly headers: () => IncomingMessage['headers']
  /** Adds or replaces pages; an address with a query is looked up without it. */
  readonly put: (pages: Readonly<Record<string, Page>>) => void
  readonly close: () => Promise<void>
}

export async function openSite(start: Readonly<Record<string, Page>> = {}): Promise<WebSite> {
  const pages = new Map(Object.entries(start))
  const asked: string[] = []
  let headers: IncomingMessage['headers'] = {}
  const server = createServer((request, response) => {
    asked.push(request.url!)
    headers = request.headers
    const page = pages.get(request.url!.split('?')[0]!)
    if (typeof page === 'function') return page(request, response)
    const html = { 'content-type': 'text/html; charset=utf-8' }
    if (page === undefined) return response.writeHead(404, html).end('<p>Nothing here.</p>')
    if (typeof page === 'string') return response.writeHead(200, html).end(page)
    return response.writeHead(page.status ?? 200, page.headers ?? html).end(page.body)
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: `http://${host}`,
    host,
    asked,
    headers: () => headers,
    put: more => {
      for (const [path, page] of Object.entries(more)) pages.set(path, page)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}
