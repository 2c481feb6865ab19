import { environmentFile } from '../src/config/settings-texts.ts'

/** Writes the example of a settings file, deploy/agent-launch.env.example, of the present list of variables. */
await Bun.write(new URL('../deploy/agent-launch.env.example', import.meta.url).pathname, environmentFile())
