import { notFound } from "next/navigation";
import { NotFound } from "@/lib/domain/refusal";

/** The number in the address of a customer's page. */
export function customerId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) notFound();
  return Number(text);
}

/** The result of a verb; an object of another account is shown as not found. */
export async function found<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}
