import { FieldForm } from "@/app/_forms/field-form";
import { Press } from "@/components/dashboard/pieces";
import { Section, Timestamp } from "@/components/ui/blocks";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { may } from "@/lib/domain/roles";
import {
  listNotes,
  type NoteView,
  noteMaxCodePoints,
  type Subject,
  tagsOf,
  usedTags,
} from "@/lib/services/billing/notes/notes";
import { systemWorld } from "@/lib/services/desk/system-world";
import { taggedPath } from "../paths";
import { wordsFor } from "../words";
import { addTagAction, deleteNoteAction, removeTagAction, writeNoteAction } from "./actions";

interface About {
  seller: CurrentSeller;
  subject: Subject;
}

/** What people of the store know of a customer or an order, for each other: tags, and notes with the newest first. */
export async function NotesAndTags({ seller, subject }: About) {
  const [world, caller] = [systemWorld(), seller.caller(true)];
  const { kind, id } = subject;
  const mayWrite = may(seller.role, "note.write");
  const [notes, tags, used] = await Promise.all([
    listNotes(world, caller, subject),
    tagsOf(world, caller, kind, [id]),
    mayWrite ? usedTags(world, caller, kind) : [],
  ]);
  return (
    <>
      <Tags {...{ seller, subject, mayWrite, used }} tags={tags.get(id) ?? []} />
      <Notes {...{ seller, subject, mayWrite, notes }} />
    </>
  );
}

function fieldsOf({ kind, id }: Subject): Record<string, string> {
  return { kind, id: String(id) };
}

function Tags(props: About & { mayWrite: boolean; tags: string[]; used: string[] }) {
  const { seller, subject, mayWrite, tags, used } = props;
  const words = wordsFor(seller);
  if (!mayWrite && tags.length === 0) return null;
  return (
    <Section title={words.text("tags")}>
      <ul className="flex flex-wrap gap-2 py-3 empty:hidden">
        {tags.map((tag) => (
          <li key={tag} className="flex min-w-0 items-center gap-1 rounded-sm border border-field ps-2">
            <a href={taggedPath(subject.kind, tag)} className="truncate underline underline-offset-2">
              <bdi>{tag}</bdi>
            </a>
            {mayWrite ? (
              <Press
                action={removeTagAction}
                fields={{ ...fieldsOf(subject), tag }}
                look="quiet"
                aria-label={words.text("removeTag", { tag })}
              >
                ×
              </Press>
            ) : null}
          </li>
        ))}
      </ul>
      {mayWrite ? (
        <div className="pt-3">
          <FieldForm
            action={addTagAction}
            submit={words.text("addTag")}
            look="secondary"
            hidden={fieldsOf(subject)}
            fields={[
              {
                kind: "text",
                name: "tag",
                label: words.text("tag"),
                help: words.text("tagHelp"),
                list: "tags",
              },
            ]}
          />
          <datalist id="tags">
            {used.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </div>
      ) : null}
    </Section>
  );
}

function Notes(props: About & { mayWrite: boolean; notes: NoteView[] }) {
  const { seller, subject, mayWrite, notes } = props;
  const words = wordsFor(seller);
  if (!mayWrite && notes.length === 0) return null;
  const { timeZone } = seller.store;
  return (
    <Section title={words.text("notes")}>
      {notes.length === 0 ? <p className="py-3 text-ink-2">{words.text("noNotes")}</p> : null}
      <ul>
        {notes.map(({ id, text, by, at, deletable }) => (
          <li key={id} className="border-b border-rule py-2.5">
            <p className="wrap-anywhere whitespace-pre-line">
              <bdi>{text}</bdi>
            </p>
            <div className="flex flex-wrap items-center gap-x-4 text-label text-ink-2">
              <bdi>{by ?? words.text("noteByNobody")}</bdi>
              <Timestamp at={at} timeZone={timeZone} locale={words.locale} />
              {deletable ? (
                <Press
                  action={deleteNoteAction}
                  fields={{ ...fieldsOf(subject), note: String(id) }}
                  look="quiet"
                >
                  {words.text("deleteNote")}
                </Press>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {mayWrite ? (
        <div className="pt-3">
          <FieldForm
            action={writeNoteAction}
            submit={words.text("saveNote")}
            look="secondary"
            hidden={fieldsOf(subject)}
            fields={[
              {
                kind: "area",
                name: "text",
                label: words.text("newNote"),
                help: words.text("newNoteHelp", { max: String(noteMaxCodePoints) }),
              },
            ]}
          />
        </div>
      ) : null}
    </Section>
  );
}
