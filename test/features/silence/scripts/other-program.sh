#!/bin/bash
python3 -m verl.trainer.main_ppo data.train_batch_size=128
