import { FlowDefinition } from '#contract/workflows/definition.contract.ts';
import { faultsOf } from '#rules/workflows/flow-problems.ts';

/** The steps of an exported file, or why there are none. */
export function readDefinition(text: string): FlowDefinition | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return "This file isn't JSON. Choose a file that was exported from a workflow.";
  }
  const read = FlowDefinition.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    return `This file isn't a workflow. ${issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`}`.trim();
  }
  return faultsOf(read.data)[0]?.message ?? read.data;
}
