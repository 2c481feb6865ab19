/** Names of the types beside their own, without `x-`. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  jfif: 'image/jpeg',
  pjpeg: 'image/jpeg',
  pjp: 'image/jpeg',
  'citrix-jpeg': 'image/jpeg',
  png: 'image/png',
  apng: 'image/png',
  'vnd.mozilla.apng': 'image/png',
  'citrix-png': 'image/png',
  gif: 'image/gif',
  'citrix-gif': 'image/gif',
  webp: 'image/webp',
}

/** Said of bytes of which nothing is known. */
const UNKNOWN =
  /^(|\*|\*\/\*|image|image\/(\*|unknown|any)|(application|binary)\/(x-)?(octet-stream|octetstream|binary|unknown|download|force-download)|unknown(\/unknown)?|octet-stream|binary)$/

/** False where a declared type, or the end of a file's name, says that a picture of this type is something else. */
export function isDeclaredAs(type: string, declared: string): boolean {
  const name = declared.split(';')[0]!.trim().toLowerCase()
  if (UNKNOWN.test(name)) return true
  const bare = name.startsWith('image/') ? name.slice('image/'.length) : (name.split('.').at(-1) ?? '')
  return (OTHER_NAMES[name.replace(/^image\/(x-)?/, '')] ?? OTHER_NAMES[bare.replace(/^x-/, '')]) === type
}
