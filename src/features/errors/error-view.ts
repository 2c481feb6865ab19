import { type Static, Type } from '@sinclair/typebox'
import { ErrorCodeName } from '../../domain/error-code-name.ts'
import { ERRORS } from '../../domain/errors/error-catalogue.ts'
import { AppError, exampleOf, isErrorCode } from '../../domain/errors.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { statusOf, TITLE } from '../../http/answers/problem.ts'
import { Ok } from '../../domain/json.ts'
import { codesOf } from '../../http/openapi/route-auth.ts'

/** Schema of the description of an error code. */
export const ErrorView = Ok({
  code: ErrorCodeName,
  status: Type.Integer(),
  title: Type.String(),
  detail: Type.String({ description: 'The sentence it comes with; {…} stands for a value.' }),
  example: Type.String({ description: 'The sentence with values in it.' }),
  fix: Type.String({ description: 'What to do next; {…} as in detail.' }),
  routes: Type.Array(Type.String(), { description: 'Where it comes; empty for one that any route may answer with, or only commands.' }),
})
ErrorView.title = 'ErrorDescription'

export type ErrorView = Static<typeof ErrorView>

/** What a code means, which routes answer it, and what to do. */
export function errorView({ routes }: Pick<HttpDeps, 'routes'>, code: string): ErrorView {
  if (!isErrorCode(code)) throw new AppError('error_code_not_found')
  const { kind, detail, fix } = ERRORS[code]
  return {
    ok: true,
    code,
    status: statusOf(kind),
    title: TITLE[kind],
    detail,
    example: exampleOf(code).message,
    fix,
    routes: routes()
      .filter((route) => codesOf(route).includes(code))
      .map(({ method, path }) => `${method} ${path}`),
  }
}

/** The same as text. */
export const errorText = ({ code, status, title, detail, example, fix, routes }: ErrorView): string =>
  [
    `${code} (${status} ${title})`,
    '',
    detail,
    ...(example === detail ? [] : [`As in: ${example}`]),
    '',
    `What to do: ${fix}`,
    '',
    ...comesFrom(routes),
    '',
  ].join('\n')

const comesFrom = (routes: readonly string[]): string[] =>
  routes.length === 0 ? ['It belongs to no route of its own.'] : ['It comes from:', ...routes.map((route) => `- ${route}`)]
