/** A part of a page that is loaded again as time goes on. */
export interface RefreshedPart {
  readonly element: HTMLElement
  /** Shows what there is now; false when the service did not answer. */
  refresh(): Promise<boolean>
}
