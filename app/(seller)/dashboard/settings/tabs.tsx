import type { DashboardWords, PlainKey } from "@/components/dashboard/messages/words";
import { Tabs } from "@/components/ui/blocks";
import {
  lookPath,
  notificationsPath,
  numberingPath,
  sellingPath,
  settingsPath,
  sitesPath,
  takeAlongPath,
  taxPath,
  verificationPath,
} from "../paths";

/** The pages of settings, as their tabs stand. */
export const settingsPages: { href: string; title: PlainKey }[] = [
  { href: settingsPath, title: "tabShop" },
  { href: lookPath, title: "tabLook" },
  { href: sellingPath, title: "tabSelling" },
  { href: taxPath, title: "includedTax" },
  { href: numberingPath, title: "numbering" },
  { href: notificationsPath, title: "notifications" },
  { href: verificationPath, title: "verification" },
  { href: sitesPath, title: "sites" },
  { href: takeAlongPath, title: "takeAlong" },
];

export function SettingsTabs({ at, words }: { at: string; words: DashboardWords }) {
  const item = ({ href, title }: (typeof settingsPages)[number]) => ({
    ...{ href, label: words.loose(title, {}), current: href === at },
  });
  return <Tabs label={words.text("settings")} items={settingsPages.map(item)} />;
}
