import { DeliveryProblem } from "../call-out";
import { e164 } from "../phone";

/** One text message. `to` is E.164; `text` fits into one SMS. */
export interface SmsMessage {
  to: string;
  text: string;
}

/** Sends one SMS through a provider. Throws DeliveryProblem when the provider did not accept it. */
export interface Sms {
  send(message: SmsMessage): Promise<{ ref: string | null }>;
}

/** The one number of a message: providers read a line with commas as several. Throws DeliveryProblem for anything else. */
export function oneNumber(to: string): string {
  if (!e164.test(to)) throw new DeliveryProblem("The recipient is not one phone number.", true);
  return to;
}
