/** One e-mail, in plain text. */
export interface MailMessage {
  /** One address, as `mailAddressOf` reads it. */
  readonly to: string
  /** On one line. */
  readonly subject: string
  readonly text: string
  /** Its Message-ID before the `@`: mailboxes show two copies with the same one once. */
  readonly id: string
  readonly at: Date
}

/** What the mail server replied about a message. */
export interface MailReply {
  /** 250 took it, 4xx asks to try again, 5xx refuses it for good. */
  readonly status: number
  readonly text: string
}

/** The operator's mail server. */
export interface Mail {
  /**
   * Hands the message to the server once, and returns what it replied about this message and its recipient.
   * @throws FetchRefused when the server was not reached or not in time, did not take the sign-in or the sender, or broke off
   */
  send(message: MailMessage, options: { readonly timeoutMs: number }): Promise<MailReply>
}
