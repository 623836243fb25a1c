import { after } from "next/server";
import { answerWhatsappCall, answerWhatsappCheck } from "@/lib/api/whatsapp-webhook";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ address: string }>;
}

/** The provider asks once, when a store's owner sets this address there. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  return answerWhatsappCheck(request, (await params).address);
}

/** What is told of a store's own number. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  return answerWhatsappCall(request, after, (await params).address);
}
