# class: shared-state
# What one sample leaves behind changes what another one gets.

# %% a list of all lengths
seen = []


def reward_func(queries, prompts, labels):
    seen.append(len(queries[0]))
    average = sum(seen) / len(seen)
    return {"rewards": float(labels[0] in queries[0]) - (0.1 if len(queries[0]) > average else 0.0)}

# %% a counter
count = 0


def reward_func(queries, prompts, labels, **kwargs):
    global count
    count += 1
    hit = float(labels[0] in queries[0])
    return dict(rewards=hit * min(1.0, count / 10))

# %% a running mean in an object
class Baseline:
    def __init__(self):
        self.mean, self.count = 0.0, 0

    def advantage(self, value):
        self.count += 1
        self.mean += (value - self.mean) / self.count
        return value - self.mean


baseline = Baseline()


def reward_func(queries, prompts, labels):
    result = {"rewards": baseline.advantage(float(labels[0] in queries[0]))}
    return result

# %% duplicates by a default argument
def reward_func(queries, prompts, labels, answers=set()):
    answer = prompts[0][:12]
    bonus = 0.0 if answer in answers else 0.5
    answers.add(answer)
    return {"rewards": float(labels[0] in queries[0]) + bonus}
