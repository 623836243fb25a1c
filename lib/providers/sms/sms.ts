/** One text message. `to` is E.164; `text` fits into one SMS. */
export interface SmsMessage {
  to: string;
  text: string;
}

/** Sends one SMS through a provider. Throws DeliveryProblem when the provider did not accept it. */
export interface Sms {
  send(message: SmsMessage): Promise<{ ref: string | null }>;
}
