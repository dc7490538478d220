import { changedPoints } from './changed-points.ts';
import { duePoints } from './due-points.ts';
import { eligibilityPoints } from './eligibility-points.ts';
import type { InsightFacts } from './insight-facts.ts';
import type { InsightPoint } from './insight-point.ts';
import { rankPoints } from './point-importance.ts';
import { reachPoints } from './reach-points.ts';
import { standingPoints } from './standing-points.ts';

/** Every claim that can be made of a contact, the most important first. */
export const pointsOf = (facts: InsightFacts): InsightPoint[] =>
  rankPoints(
    [
      ...duePoints(facts),
      ...changedPoints(facts),
      ...eligibilityPoints(facts),
      ...standingPoints(facts),
      ...reachPoints(facts),
    ],
    facts.now,
  );
