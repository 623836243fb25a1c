import { Disclosure } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { ActionForm } from "./action-form";
import type { DashboardWords } from "./messages/words";
import type { FormAction } from "./shell-types";

export interface SavedViewsProps {
  words: DashboardWords;
  views: { id: number; name: string; href: string; current: boolean }[];
  /** The filters that are on and have no name yet; null where there is nothing to save. */
  unsaved: { list: string; query: string } | null;
  save: FormAction;
  remove: FormAction;
}

/** Filters under names, for one member of the store: each is an address, and can be deleted. */
export function SavedViews({ words, views, remove }: SavedViewsProps) {
  if (views.length === 0) return null;
  return (
    <ul aria-label={words.text("savedViews")} className="mb-4 flex flex-wrap gap-2">
      {views.map((view) => (
        <li
          key={view.id}
          className="flex max-w-full items-center rounded-sm border border-rule bg-sheet has-[[aria-current]]:border-field"
        >
          <a
            href={view.href}
            aria-current={view.current ? "page" : undefined}
            className="flex min-h-11 min-w-0 items-center px-2.5 text-label hover:underline aria-[current]:font-semibold sm:min-h-8"
          >
            <bdi className="truncate">{view.name}</bdi>
          </a>
          <ActionForm to={{ action: remove, fields: { id: String(view.id) } }}>
            <button
              type="submit"
              aria-label={words.text("deleteView", { name: view.name })}
              className="min-h-11 min-w-11 border-s border-rule text-ink-2 hover:text-bad sm:min-h-8 sm:min-w-8"
            >
              ×
            </button>
          </ActionForm>
        </li>
      ))}
    </ul>
  );
}

/** Gives a name to the filters that are on, beside them. */
export function SaveView({ words, unsaved, save }: SavedViewsProps) {
  if (!unsaved) return null;
  return (
    <Disclosure summary={words.text("saveView")}>
      <ActionForm to={{ action: save, fields: unsaved }} className="flex flex-wrap items-end gap-2 pb-2">
        <Input name="name" id="view-name" label={words.text("viewName")} maxLength={60} required />
        <Button>{words.text("save")}</Button>
      </ActionForm>
    </Disclosure>
  );
}
