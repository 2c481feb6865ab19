import { byId } from './dom.ts'

/** The search at the foot of every page leads to the page of who is looked for. */
function startFindPayee(): void {
  byId('find-payee').addEventListener('submit', (event) => {
    event.preventDefault()
    const who = (byId('payee') as HTMLInputElement).value.trim()
    if (who !== '') location.assign(`/find?q=${encodeURIComponent(who)}`)
  })
}

startFindPayee()
