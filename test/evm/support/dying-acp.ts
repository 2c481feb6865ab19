import type { Acp } from '../../../src/ports/acp.ts'

/** Acp that dies at one of its steps: before it was done, or just after. */
export function dyingAcp(own: Acp, step: keyof Acp | 'sendBudget' | 'sendSubmit', after: boolean): Acp {
  const die = (): never => {
    throw new Error('killed')
  }
  const broken =
    (work: (...args: any[]) => Promise<unknown>) =>
    async (...args: any[]) => {
      if (after) await work(...args)
      return die()
    }
  if (step === 'sendBudget' || step === 'sendSubmit') {
    const name = step === 'sendBudget' ? 'prepareBudget' : 'prepareSubmit'
    const prepare = own[name] as (...args: any[]) => ReturnType<Acp['prepareSubmit']>
    return {
      ...own,
      [name]: async (...args: any[]) => {
        const prepared = await prepare(...args)
        return { ...prepared, send: broken(prepared.send) }
      },
    }
  }
  return { ...own, [step]: broken(own[step] as (...args: any[]) => Promise<unknown>) }
}
