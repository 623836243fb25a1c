import { notFound } from "next/navigation";
import { NotFound } from "@/lib/domain/refusal";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The name of this service. The default applies when there is no environment, as during a build. */
export function serviceName(): string {
  try {
    return systemWorld().config.serviceName;
  } catch {
    return "Sente";
  }
}

/** What a verb reads for a page; the page that nothing is there for what does not exist, or belongs to others. */
export async function found<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}
