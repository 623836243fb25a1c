import { currentSeller } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { templatesFile } from "@/lib/services/notify/whatsapp/templates";

export const dynamic = "force-dynamic";

/** All templates as the provider's API takes them, for the account of a store's own number. */
export async function GET(): Promise<Response> {
  await currentSeller();
  return new Response(templatesFile(systemWorld().config.serviceName), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="whatsapp-templates.json"',
      "Cache-Control": "no-store",
    },
  });
}
