import { systemWorld } from "@/lib/services/desk/system-world";

/** What people call this service. The default stands in while no environment is there, as during a build. */
export function serviceName(): string {
  try {
    return systemWorld().config.serviceName;
  } catch {
    return "Sente";
  }
}
