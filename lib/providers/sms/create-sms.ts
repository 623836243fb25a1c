import { africasTalking } from "./africas-talking";
import type { Sms } from "./sms";
import { twilio } from "./twilio";

/** As lib/env-parts.ts reads them; that file checks that the settings of the chosen provider are present. */
export interface SmsSettings {
  SMS_PROVIDER?: "africastalking" | "twilio" | undefined;
  AFRICASTALKING_USERNAME?: string | undefined;
  AFRICASTALKING_API_KEY?: string | undefined;
  AFRICASTALKING_FROM?: string | undefined;
  TWILIO_ACCOUNT_SID?: string | undefined;
  TWILIO_AUTH_TOKEN?: string | undefined;
  TWILIO_FROM?: string | undefined;
  TWILIO_MESSAGING_SERVICE_SID?: string | undefined;
}

/** Null without SMS_PROVIDER: texts then wait in the outbox, where the operator can read them. */
export function createSms(settings: SmsSettings): Sms | null {
  switch (settings.SMS_PROVIDER) {
    case "africastalking":
      return africasTalking({
        username: settings.AFRICASTALKING_USERNAME ?? "",
        apiKey: settings.AFRICASTALKING_API_KEY ?? "",
        from: settings.AFRICASTALKING_FROM,
      });
    case "twilio":
      return twilio({
        accountSid: settings.TWILIO_ACCOUNT_SID ?? "",
        authToken: settings.TWILIO_AUTH_TOKEN ?? "",
        sender: settings.TWILIO_MESSAGING_SERVICE_SID
          ? { messagingServiceSid: settings.TWILIO_MESSAGING_SERVICE_SID }
          : { from: settings.TWILIO_FROM ?? "" },
      });
    case undefined:
      return null;
  }
}
