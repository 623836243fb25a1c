import { exportTemplates } from "@/lib/services/desk/operator/whatsapp";
import { atDesk } from "../../desk";

export const dynamic = "force-dynamic";

/** All templates as the provider's API takes them. */
export async function GET(): Promise<Response> {
  const { operator, world } = await atDesk();
  return new Response(await exportTemplates(world, operator), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="whatsapp-templates.json"',
      "Cache-Control": "no-store",
    },
  });
}
