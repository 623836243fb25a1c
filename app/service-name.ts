import { systemWorld } from "@/lib/services/desk/system-world";

/** The name of this service. The default applies when there is no environment, as during a build. */
export function serviceName(): string {
  try {
    return systemWorld().config.serviceName;
  } catch {
    return "Sente";
  }
}
