import { type AnswerJudge, createAnswerJudge } from './answer-judge.ts'

/** Which routes answered with which status during the run: `GET /api/coins 200`. */
export const answersSeen = new Set<string>()

// Test files have modules of their own; what is compiled for one serves them all.
const shared = globalThis as { answerJudges?: Map<string, Promise<AnswerJudge>> }

/**
 * Returns when the answer is one that /openapi.json has for its route: the status, the media type, the headers, the error code, and
 * the body with no field that the schema does not name.
 * @throws Error that says what the document lacks
 */
export async function checkAnswer(readDocument: () => Promise<any>, request: Request, response: Response, variant = ''): Promise<void> {
  const judges = (shared.answerJudges ??= new Map<string, Promise<AnswerJudge>>())
  const judge = judges.get(variant) ?? readDocument().then(createAnswerJudge)
  judges.set(variant, judge)
  const { find, judge: problemOf } = await judge
  const route = find(request.method === 'HEAD' ? 'GET' : request.method, new URL(request.url).pathname)
  // Pages for people, and paths and methods that do not exist.
  if (!route) return
  const { status, headers } = response
  answersSeen.add(`${route.name} ${status}`)
  const json = /json/.test(headers.get('content-type')?.split(';')[0] ?? '')
  const text = json ? await textOf(response.clone()) : ''
  const bodiless = response.body === null || request.method === 'HEAD'
  const problem = problemOf(route, {
    status,
    header: (name) => headers.get(name),
    body: bodiless ? null : { value: text === '' ? undefined : JSON.parse(text) },
  })
  if (problem !== null) throw new Error(problem)
}

const textOf = async (response: Response): Promise<string> =>
  response.headers.get('content-encoding') === 'gzip' ? new TextDecoder().decode(Bun.gunzipSync(await response.bytes())) : response.text()
