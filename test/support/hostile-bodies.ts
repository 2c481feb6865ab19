/** A body that costs more than it should, of about this many bytes. */
export type HostileBody = (bytes: number) => Buffer

const repeated = (head: string, item: string, tail: string): HostileBody => {
  return (bytes) => {
    const room = bytes - Buffer.byteLength(head) - Buffer.byteLength(tail)
    return Buffer.from(head + item.repeat(Math.floor(room / Buffer.byteLength(item))) + tail)
  }
}

/** Members with names of their own. */
const numbered = (member: (n: number) => string): HostileBody => {
  return (bytes) => {
    const parts: string[] = []
    for (let n = 0, length = 2; ; n += 1) {
      const part = member(n)
      length += part.length + 1
      if (length > bytes) break
      parts.push(part)
    }
    return Buffer.from(`{${parts.join(',')}}`)
  }
}

/** As many items as the service takes at all, however many bytes they are. */
const few = (head: string, item: string, count: number, tail: string): HostileBody => {
  return (bytes) =>
    Buffer.from(
      `${head}${Array<string>(Math.min(count, Math.floor(bytes / 2 / item.length)))
        .fill(item)
        .join(',')}${tail}`,
    )
}

const SEAT = '{"handle":"@a","wallet":"x","share":1.5,"hireRole":"none","more":[]}'

/** Every one of them, by its name. */
export const HOSTILE_BODIES: Readonly<Record<string, HostileBody>> = {
  'unknown members': numbered((n) => `"k${n}":1`),
  'members that are objects': numbered((n) => `"k${n}":{"a":{}}`),
  'one name, again and again': repeated('{', '"name":1,', '"name":1}'),
  'numbers in crew': repeated('{"crew":[', '1,', '1]}'),
  'empty objects in crew': repeated('{"crew":[', '{},', '{}]}'),
  'empty arrays in urls': repeated('{"urls":[', '[],', '[]]}'),
  'texts in events': repeated('{"events":[', '"launch.created",', '""]}'),
  'nulls in transactions': repeated('{"launchId":"x","transactions":[', 'null,', 'null]}'),
  'seats in crew': few('{"name":"Frog","ticker":"FROG","crew":[', SEAT, 280, ']}'),
  'as many unknown members as there may be': (bytes) => numbered((n) => `"k${n}":1`)(Math.min(bytes, 17_000)),
  'as many equal events as there may be': few('{"url":"https://a.test","events":[', '"launch.created"', 1_900, ']}'),
  'arrays in arrays': repeated('', '[', ''),
  'objects in objects': repeated('', '{"a":', ''),
  'closed arrays in arrays': (bytes) => Buffer.from(`{"a":${'['.repeat((bytes - 6) / 2)}${']'.repeat((bytes - 6) / 2)}}`),
  'a long ASCII name': repeated('{"name":"', 'x', '"}'),
  'a long name of emoji': repeated('{"name":"', '🐸', '"}'),
  'a long label': repeated('{"label":"', '🐸', '"}'),
  'a long cell of a list': repeated('{"urls":["', 'x', '"]}'),
  'a picture of letters': repeated('{"name":"Frog","ticker":"FROG","imageBase64":"', 'A', '"}'),
  'a picture of emoji': repeated('{"name":"Frog","ticker":"FROG","imageBase64":"', '🐸', '"}'),
  'a picture of spaces': repeated(
    '{"name":"Frog","ticker":"FROG","crew":[{"handle":"@a","wallet":"x","share":100}],"imageBase64":"',
    ' ',
    '"}',
  ),
  'a picture of escaped breaks': repeated('{"name":"Frog","ticker":"FROG","holderKol":true,"imageBase64":"', '\\n', 'A"}'),
  'a picture of escaped letters': repeated('{"name":"Frog","ticker":"FROG","holderKol":true,"imageBase64":"', '\\u0041', '"}'),
  'a picture with wrong fields beside it': repeated('{"name":1,"ticker":2,"nonsense":3,"imageBase64":"', '\\n', '"}'),
  'a long member name': repeated('{"', 'x', '":1}'),
  'a long member name of slashes': repeated('{"a":{"', '~/', '":1}}'),
  __proto__: repeated('{"__proto__":{"a":[', '1,', '1]},"constructor":{"prototype":1}}'),
  'broken at the end': repeated('{"name":"', 'x', ''),
  'broken after many members': repeated('{', '"a":{},', ''),
  'a long number': repeated('{"initialBuySol":', '9', '}'),
  'a long fraction': repeated('{"initialBuySol":0.', '1', '}'),
  'many huge numbers': repeated('{"a":[', '1e308,', '1]}'),
  'nothing but spaces': repeated('', ' ', ''),
  'an object of spaces': repeated('{', ' ', '}'),
  colons: repeated('', ':', ''),
  quotes: repeated('', '"', ''),
  'zero bytes': repeated('', '\0', ''),
  'bytes that are not UTF-8': (bytes) => Buffer.alloc(bytes, 0xff),
  'not UTF-8 at the end': (bytes) => Buffer.concat([repeated('{"name":"', 'x', '')(bytes - 1), Buffer.from([0xc3])]),
}
