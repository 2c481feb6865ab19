import { environmentFile, variablesList } from '../src/config/settings-texts.ts'

/** Puts the present list of variables into docs/settings.md, between its two marks, and writes the example of a settings file. */
const file = Bun.file(new URL('../docs/settings.md', import.meta.url).pathname)
const marked = /(<!-- variables -->)[\s\S]*?(<!-- \/variables -->)/
await Bun.write(
  file,
  (await file.text()).replace(marked, (_all, open: string, close: string) => `${open}\n\n${variablesList()}\n\n${close}`),
)
await Bun.write(new URL('../deploy/agent-launch.env.example', import.meta.url).pathname, environmentFile())
