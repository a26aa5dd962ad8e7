import { useState } from "react";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/page/tabs.tsx";
import { PromptExperiment } from "./workbench/prompt-experiment.tsx";
import { PromptFeedback } from "./workbench/prompt-feedback.tsx";
import { type OnTested, PromptTestSet } from "./workbench/prompt-test-set.tsx";
import { PromptTryOut, type WorkbenchProps } from "./workbench/prompt-try-out.tsx";
import { testPrompt } from "./workbench/workbench.api.ts";

type PromptWorkbenchProps = WorkbenchProps & {
  onTextChange: (text: string) => void;
  onTested: OnTested;
  firstTab: WorkbenchTab;
};

const TABS = ["try", "test", "feedback", "experiment"] as const;
export type WorkbenchTab = (typeof TABS)[number];
const LABELS: Record<WorkbenchTab, string> = {
  try: "Proberen",
  test: "Testset",
  feedback: "Feedback",
  experiment: "A/B-test",
};

/** Tries a changed prompt before it is saved, and shows what users say about its texts. */
export function PromptWorkbench({ prompt, text, onTextChange, onTested, firstTab }: PromptWorkbenchProps) {
  const [tab, setTab] = useState<WorkbenchTab>(firstTab);
  return (
    <Tabs value={tab} onValueChange={(next) => setTab(TABS.find((name) => name === next) ?? "try")}>
      <TabsList aria-label="Werkbank">
        {TABS.map((name) => (
          <TabsTrigger key={name} value={name}>
            {LABELS[name]}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value="try" className="pt-4">
        <PromptTryOut prompt={prompt} text={text} />
      </TabsContent>
      <TabsContent value="test" className="pt-4">
        <PromptTestSet text={text} test={(n) => testPrompt(prompt.id, text, n)} onTested={onTested} />
      </TabsContent>
      <TabsContent value="feedback" className="pt-4">
        <PromptFeedback prompt={prompt} text={text} onTextChange={onTextChange} />
      </TabsContent>
      <TabsContent value="experiment" className="pt-4">
        <PromptExperiment prompt={prompt} />
      </TabsContent>
    </Tabs>
  );
}
