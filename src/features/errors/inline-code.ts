import { escapeHtml } from '../../domain/text/escape-html.ts'

/** A sentence as HTML; what stands between backticks in it is code. */
export const inlineCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
