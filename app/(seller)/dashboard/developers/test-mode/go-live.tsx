import type { DashboardWords } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { Section, StatusMark } from "@/components/ui/blocks";
import type { Setup } from "@/lib/services/catalog/stores/read";

/** The three steps of the spec (Test mode behaviour, its last line). */
export function GoLive({ setup, words }: { setup: Setup; words: DashboardWords }) {
  const steps = [
    {
      title: words.text("liveKeyStep"),
      why: words.text("liveKeyStepWhy"),
      done: setup.hasLiveKey,
      href: "/dashboard/developers/keys/new?mode=live",
      label: words.text("liveKeyStepGo"),
    },
    {
      title: words.text("liveEndpointStep"),
      why: words.text("liveEndpointStepWhy"),
      done: setup.hasLiveEndpoint,
      href: "/dashboard/developers/endpoints/new?mode=live",
      label: words.text("liveEndpointStepGo"),
    },
    {
      title: words.text("dropFlagStep"),
      why: words.text("dropFlagStepWhy"),
      done: null,
      href: "/dashboard/products",
      label: words.text("dropFlagStepGo"),
    },
  ];
  return (
    <div id="go-live" className="mt-10">
      <Section title={words.text("goingLive")}>
        <ol>
          {steps.map((step) => (
            <li
              key={step.title}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-3"
            >
              <div>
                <p className="font-medium">
                  {step.title}{" "}
                  {step.done === null ? null : (
                    <StatusMark
                      tone={step.done ? "ok" : "ended"}
                      word={words.text(step.done ? "done" : "toDo")}
                    />
                  )}
                </p>
                <p className="max-w-[68ch] text-ink-2">{step.why}</p>
              </div>
              {step.done ? null : <TextLink href={step.href}>{step.label}</TextLink>}
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}
