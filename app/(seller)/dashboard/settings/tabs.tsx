import type { DashboardWords, PlainKey } from "@/components/dashboard/messages/words";
import { Tabs } from "@/components/ui/blocks";
import {
  fiscalPath,
  lookPath,
  notificationsPath,
  numberingPath,
  sellingPath,
  settingsPath,
  sitesPath,
  takeAlongPath,
  taxPath,
  teamPath,
  verificationPath,
  whatsappPath,
} from "../paths";

interface SettingsLink {
  href: string;
  title: PlainKey;
}

/** The pages of settings, those of one subject together. The first is the one that its tab opens. */
export const subjects: [SettingsLink, ...SettingsLink[]][] = [
  [
    { href: settingsPath, title: "tabShop" },
    { href: verificationPath, title: "verification" },
    { href: teamPath, title: "team" },
    { href: takeAlongPath, title: "takeAlong" },
  ],
  [
    { href: lookPath, title: "tabLook" },
    { href: sitesPath, title: "sites" },
  ],
  [
    { href: sellingPath, title: "tabSelling" },
    { href: taxPath, title: "includedTax" },
    { href: fiscalPath, title: "fiscalTitle" },
  ],
  [{ href: numberingPath, title: "numbering" }],
  [
    { href: notificationsPath, title: "notifications" },
    { href: whatsappPath, title: "channel_whatsapp" },
  ],
];

/** The subjects of the settings, and the pages of the one that `at` belongs to. */
export function SettingsTabs({ at, words }: { at: string; words: DashboardWords }) {
  const pages = subjects.find((subject) => subject.some(({ href }) => href === at)) ?? [];
  const item = ({ href, title }: SettingsLink, current: boolean) => ({
    ...{ href, label: words.loose(title, {}), current },
  });
  const [first, ...others] = pages;
  return (
    <>
      <Tabs
        label={words.text("settings")}
        items={subjects.map((subject) => item(subject[0], subject === pages))}
      />
      {first && others.length > 0 ? (
        <div className="-mt-4 text-label *:border-b-0">
          <Tabs
            head
            label={words.loose(first.title, {})}
            items={others.map((page) => item(page, page.href === at))}
          />
        </div>
      ) : null}
    </>
  );
}
