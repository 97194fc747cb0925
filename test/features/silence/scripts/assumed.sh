#!/bin/bash
python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url http://rm/r --actor.model_name_or_path m --data.prompt_dataset d --algo.kl.unbiased_gradients
