import { escapeHtml } from '../../domain/text/escape-html.ts'

/** Paths, headers and names of settings: `/openapi.json`, `x-launcher-key`, `SOLANA_RPC_URL`. */
const NAMES = /(?<![\w/.:;&-])(?:\/[A-Za-z][\w{}/-]*(?:\.[a-z]+)?|x-[a-z]+(?:-[a-z]+)*|[A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?![\w/])/g

/** A sentence as HTML; what stands between backticks in it is code, and so are names that no sentence has. */
export const inlineCode = (text: string): string =>
  escapeHtml(text)
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? `<code>${part}</code>` : part.replace(NAMES, '<code>$&</code>')))
    .join('')
