import type { SecretOnceProps } from "@/components/dashboard/secret-once";
import type { Mode } from "../mode";

export const endpointsPath = "/dashboard/developers/endpoints";

export function endpointPath(id: number, mode: Mode): string {
  return `${endpointsPath}/${id}?mode=${mode}`;
}

/** A signing secret as the page shows it. */
export function shownSecret(
  title: string,
  secret: string,
  endpoint: { id: number; livemode: boolean },
): SecretOnceProps {
  return {
    title,
    label: "Signing secret",
    secret,
    envName: "SENTE_WEBHOOK_SECRET",
    again: "Keep it on your server. The owner of the store can see it again on this endpoint’s page.",
    doneHref: endpointPath(endpoint.id, endpoint.livemode ? "live" : "test"),
  };
}
