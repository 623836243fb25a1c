import type { DashboardKey } from "@/components/dashboard/messages/words";
import type { Role } from "@/lib/domain/roles";

/** What a role is called, and what it may do, in words. */
export const roleKeys = {
  owner: { name: "roleOwner", means: "meansOwner" },
  admin: { name: "roleAdmin", means: "meansAdmin" },
  support: { name: "roleSupport", means: "meansSupport" },
  developer: { name: "roleDeveloper", means: "meansDeveloper" },
  viewer: { name: "roleViewer", means: "meansViewer" },
} as const satisfies Record<Role, { name: DashboardKey; means: DashboardKey }>;
