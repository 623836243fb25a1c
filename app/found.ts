import { notFound } from "next/navigation";
import { NotFound } from "@/lib/domain/refusal";

/** What a verb reads for a page; the page that nothing is there for what does not exist, or belongs to others. */
export async function found<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}
