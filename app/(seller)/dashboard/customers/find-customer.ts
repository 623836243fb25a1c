import { notFound } from "next/navigation";

/** The number in the address of a customer's page. */
export function customerId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) notFound();
  return Number(text);
}
