/** One text message. `to` is E.164; `text` fits into one SMS. */
export interface SmsMessage {
  to: string;
  text: string;
}

/** Hands one SMS to a provider. Throws DeliveryProblem when it was not taken. */
export interface Sms {
  send(message: SmsMessage): Promise<{ ref: string | null }>;
}
