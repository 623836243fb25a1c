import type { DashboardWords } from "@/components/dashboard/messages/words";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";

/** In place of a page that somebody's role does not show. */
export function NotShown({ title, words }: { title: string; words: DashboardWords }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState sentence={words.text("roleNotShown")} />
    </>
  );
}
