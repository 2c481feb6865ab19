import { SQL } from 'bun'

let databases = 0

/** A PostgreSQL database of its own on the server of the URL, and its own URL. */
export async function emptyDatabase(server: string): Promise<string> {
  const name = `contract_${process.pid}_${Date.now()}_${++databases}`
  const admin = new SQL(server, { max: 1 })
  await admin.unsafe(`CREATE DATABASE ${name}`)
  await admin.end()
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}
