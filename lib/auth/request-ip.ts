import { headers } from "next/headers";
import { clientAddress } from "@/lib/domain/address-block";

/** The address this request came from. */
export async function requestIp(): Promise<string> {
  return clientAddress(await headers());
}
