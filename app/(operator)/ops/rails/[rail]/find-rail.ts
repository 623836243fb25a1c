import { notFound } from "next/navigation";
import { operatorCaller } from "@/lib/auth/operator-action";
import { NotFound } from "@/lib/domain/refusal";
import { type RailView, readRail } from "@/lib/services/desk/rails/read-rails";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The rail that the address names, or the page that says there is none. */
export async function findRail(id: string): Promise<RailView> {
  try {
    return await readRail(systemWorld(), await operatorCaller(), id);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}
