import { after } from "next/server";
import { answerWhatsappCall, answerWhatsappCheck } from "@/lib/api/whatsapp-webhook";

export const dynamic = "force-dynamic";

/** The provider asks once, when the operator sets this address there. */
export function GET(request: Request): Promise<Response> {
  return answerWhatsappCheck(request);
}

/** What became of messages, and what people wrote or pressed. */
export function POST(request: Request): Promise<Response> {
  return answerWhatsappCall(request, after);
}
