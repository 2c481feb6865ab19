/** Tables of webhook endpoints and their deliveries. */
export interface WebhookTables {
  webhook_endpoint: {
    id: string
    key_id: string
    url: string
    format: string
    sealed_url: string | null
    events_json: string
    label: string | null
    disabled: string | null
    sealed_secret: string
    previous_sealed_secret: string | null
    previous_until_ms: number | null
    first_failed_at_ms: number | null
    failures: number
    next_attempt_at_ms: number
    lease: string | null
    /** When the last lease expires or expired. */
    leased_until_ms: number
    created_at_ms: number
  }
  webhook_delivery: {
    id: string
    endpoint_id: string
    event_id: string
    state: string
    pending: number
    attempts_json: string
    /** Order within the endpoint: hundredths of ms of the event's time, increased where needed so that positions only grow. */
    position: number
    /** 0 until the first attempt. */
    due_at_ms: number
    created_at_ms: number
    finished_at_ms: number | null
  }
}
