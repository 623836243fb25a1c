import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import type { DashboardWords } from "./messages/words";

/** What an address that leads nowhere says inside a frame: everything else is one press away. */
export function NothingHere({ start, words }: { start: string; words: DashboardWords }) {
  return (
    <>
      <PageHeader title={words.text("nothingHere")} purpose={words.text("nothingHereMeans")} />
      <p>
        <ButtonLink href={start}>{words.text("overview")}</ButtonLink>
      </p>
    </>
  );
}
