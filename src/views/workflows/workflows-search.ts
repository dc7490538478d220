import * as z from 'zod/mini';
import { workflowFlows } from '#contract/workflows.contract.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';

const { q, status, category_id, page } = workflowFlows.list.query.shape;
/** `new`: a workflow is being added; `categories`: they are edited. */
const SHAPE = { q, status, category_id, page, open: z.enum(['new', 'categories']) };

export type WorkflowsSearch = {
  readonly q?: string;
  readonly status?: 'draft' | 'on' | 'paused';
  readonly category_id?: number;
  readonly page?: number;
  readonly open?: 'new' | 'categories';
};

export const workflowsSearch = (raw: RawSearch): WorkflowsSearch => readSearch(SHAPE, raw);
